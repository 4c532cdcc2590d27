export { type McpAnnotations, type McpClient, type McpTool, mcpTools } from "./mcp-tools.js";
