import { runTool } from "./log/log-tool.ts";
import { replayTool } from "./log/replay-tool.ts";

runTool(replayTool);
