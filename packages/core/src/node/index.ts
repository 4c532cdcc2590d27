export { Cassette, type CassetteOptions, type CassetteTape } from "./cassette/cassette.js";
export { loadRows, type ReadNote, type ReadRowsOptions, readRows } from "./read-rows.js";
export { writeJsonFile } from "./replace-file.js";
export { RowAppender, type RowAppenderOptions, type RowAppenderRepair } from "./row-appender.js";
export { type RowFileFormat, rowFileFormat } from "./row-file-format.js";
export { rowText } from "./row-text.js";
export { holdsRun, type RunEvent, RunFolder, type RunFolderOptions } from "./run-folder.js";
export { RUN_SCHEMA, type RunManifest, readRunManifest } from "./run-manifest.js";
export { type WrittenRows, writeRows } from "./write-rows.js";
