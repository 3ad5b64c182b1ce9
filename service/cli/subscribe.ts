import { runTool } from "./log/log-tool.ts";
import { subscribeTool } from "./log/subscribe-tool.ts";

runTool(subscribeTool);
