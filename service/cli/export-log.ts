import { exportLogTool } from "./export-log-tool.ts";
import { runTool } from "./log-tool.ts";

runTool(exportLogTool);
