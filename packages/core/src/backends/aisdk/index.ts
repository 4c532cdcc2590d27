export { AISDK, type AISDKModel, type AISDKOptions } from "../index.js";
