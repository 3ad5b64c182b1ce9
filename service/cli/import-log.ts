import { importLogTool } from "./import-log-tool.ts";
import { runTool } from "./log-tool.ts";

runTool(importLogTool);
