import { runTool } from "./log/log-tool.ts";
import { seedTool } from "./log/seed-tool.ts";

runTool(seedTool);
