export { Endpoint, type EndpointOptions } from "./endpoint.js";
