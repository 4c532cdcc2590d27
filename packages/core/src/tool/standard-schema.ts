/**
 * The part of Standard Schema (standardschema.dev) that tools need: a schema validates, says what types it has, and may
 * describe itself as JSON Schema. Zod 4, Valibot, ArkType and others implement it. Types copied, so nothing is imported.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchemaProps<Input, Output>;
}

interface StandardSchemaProps<Input = unknown, Output = Input> {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  readonly jsonSchema?:
    | {
        readonly input: (options: {
          target: string;
          libraryOptions?: Record<string, unknown> | undefined;
        }) => Record<string, unknown>;
        readonly output: (options: {
          target: string;
          libraryOptions?: Record<string, unknown> | undefined;
        }) => Record<string, unknown>;
      }
    | undefined;
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type a schema accepts. */
export type InferInput<Schema extends StandardSchema> = NonNullable<Schema["~standard"]["types"]>["input"];

/** The type a schema gives after validation. */
export type InferOutput<Schema extends StandardSchema> = NonNullable<Schema["~standard"]["types"]>["output"];
