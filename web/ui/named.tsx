import { useName } from "#web/lib/names.ts";

const PLAYER_NAMES = /^(?:player|inventory|receivable|creator-share):([A-Za-z0-9_-]{1,64})$/;
const ITEM_ASSET = /^item:(\d{1,15}):/;

function Name({ name }: { name: string | null }) {
  if (name === null) return null;
  return (
    <span className="text-muted text-xs">
      {" "}
      <bdi>{name}</bdi>
    </span>
  );
}

/** The name of a player, to stand behind their id; nothing where there is none. */
export const NameOfPlayer = ({ id }: { id: string }) => <Name name={useName("players", id)} />;

/** The player's name behind an account, stream or actor; nothing if there is none. */
export const NameOfAccount = ({ account }: { account: string }) => (
  <Name name={useName("players", PLAYER_NAMES.exec(account)?.[1] ?? null)} />
);

/** The name of the item that an asset is a copy of; nothing for currencies. */
export const NameOfAsset = ({ asset }: { asset: string }) => (
  <Name name={useName("items", ITEM_ASSET.exec(asset)?.[1] ?? null)} />
);
