import { importLogTool } from "./log/import-log-tool.ts";
import { runTool } from "./log/log-tool.ts";

runTool(importLogTool);
