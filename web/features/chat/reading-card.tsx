import { changeChat, chatSettings } from "#web/features/chat/chat-settings.ts";
import { OPTIONS, readingOptions } from "#web/features/chat/reading-options.tsx";
import { useStore } from "#web/lib/store/store.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/forms/switch.tsx";

/** How the player likes to read the chat. */
export default function ReadingCard() {
  const settings = useStore(chatSettings);
  return (
    <TitledCard id="chat-reading" title="Chat" description="Stored in this browser.">
      <div className="space-y-4">
        {readingOptions.map((name) => (
          <Switch
            key={name}
            label={OPTIONS[name]}
            isOn={settings[name]}
            onChange={(isOn) => changeChat({ [name]: isOn })}
          />
        ))}
      </div>
    </TitledCard>
  );
}
