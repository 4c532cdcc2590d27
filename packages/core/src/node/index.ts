export { Cassette, type CassetteOptions, type CassetteTape } from "./cassette/cassette.js";
export { loadRows, type ReadNote, type ReadRowsOptions, readRows } from "./read-rows.js";
export { RowAppender, type RowAppenderOptions, type RowAppenderRepair } from "./row-appender.js";
export { type RowFileFormat, rowFileFormat } from "./row-file-format.js";
export { rowText } from "./row-text.js";
export {
  holdsRun,
  RUN_SCHEMA,
  type RunEvent,
  RunFolder,
  type RunFolderOptions,
  type RunManifest,
  readRunManifest,
} from "./run-folder.js";
export { type WrittenRows, writeRows } from "./write-rows.js";
