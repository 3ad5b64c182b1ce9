import { exportLogTool } from "./log/export-log-tool.ts";
import { runTool } from "./log/log-tool.ts";

runTool(exportLogTool);
