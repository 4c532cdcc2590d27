export { Endpoint, type EndpointOptions } from "../index.js";
