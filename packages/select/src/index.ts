export { hackScan } from "./hack-scan/hack-scan.js";
export type { FeatureReader, HackScanOptions } from "./hack-scan/hack-scan-options.js";
export type { HackScanFeature, HackScanFields, HackScanReport } from "./hack-scan/hack-scan-report.js";
export { handFeatures } from "./hack-scan/hand-features.js";
export type { HackScanRegime } from "./hack-scan/verdict.js";
