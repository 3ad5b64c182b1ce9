import CasinoPage from "#web/features/house-flips/page.tsx";
import LiveCoinflipsPanel from "#web/features/live-coinflips/panel.tsx";

/** The game against the house, and against other players. */
export default function WholeCasinoPage() {
  return (
    <CasinoPage>
      <LiveCoinflipsPanel />
    </CasinoPage>
  );
}
