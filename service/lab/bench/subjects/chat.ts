import { chatMessages } from "#projections/features/chat/messages.ts";
import { AuditError } from "../audit.ts";
import type { Bench, Subject } from "../bench.ts";
import { closedLoop } from "../load.ts";
import { untilFollowed, withService } from "../services.ts";

const SMALL_ROOM = 1_000;
const LARGE_ROOM = 1_000_000;
const PAGE = 50;

const FILL = `insert into chat_messages (room_id, seq, id, player_id, command_id, request_hash, type, text, likeness, salt,
    mentions, created_at)
  select 'global', n, 'msg_' || n, 'p_bench_' || lpad((n % 1000)::text, 5, '0'), 'cmd_chat_' || n, ''::bytea, 'chat',
    'Message number ' || n, 'messagenumber' || n, '', '[]', $2::bigint + n from generate_series(1, $1::bigint) as n`;

/** The p50 of a page anywhere in a room with so many messages, in milliseconds. */
async function page(bench: Bench, messages: number): Promise<number> {
  const url = await bench.databases.kept(`chat-${messages}`, async (made) => {
    const owner = await bench.databases.asAuditor(made);
    try {
      await owner.query(FILL, [messages, Date.now()]);
      await owner.query("update chat_rooms set seq = $1", [messages]);
      await owner.query("vacuum analyze chat_messages");
    } finally {
      await owner.close();
    }
  });
  return withService(bench, url, async (service) => {
    await untilFollowed(service);
    const ask = async (): Promise<void> => {
      const before = PAGE + 1 + Math.floor(Math.random() * (messages - PAGE));
      const found = await chatMessages(service.deps.reads, [], { limit: PAGE, before });
      if (found.length !== PAGE) throw new AuditError("A page has fewer messages than there are");
    };
    const { warmMs, measureMs } = bench.spans;
    return (await closedLoop(ask, { callers: 1, warmMs, measureMs })).p50;
  });
}

/** What people read of what others write. */
export const chatSubjects: readonly Subject[] = [
  {
    id: "chat-history",
    run: async (bench) => ({
      small: await page(bench, SMALL_ROOM),
      large: await page(bench, LARGE_ROOM),
    }),
  },
];
