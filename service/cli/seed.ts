import { runTool } from "./log-tool.ts";
import { seedTool } from "./seed-tool.ts";

runTool(seedTool);
