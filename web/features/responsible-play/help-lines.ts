/** An organisation that listens to people who play too much, and to those close to them. */
export interface HelpLine {
  readonly name: string;
  /** As people of the country dial it; null where help is on the site alone. */
  readonly phone: string | null;
  /** The organisation's own site, which is the source of the number. */
  readonly site: string;
}

/** When this list was last reviewed: year and month. */
export const HELP_LINES_AS_OF = "2026-11";

/** By country (ISO 3166): the line that its health service or regulator names. */
export const HELP_LINES: Readonly<Record<string, HelpLine>> = {
  AU: { name: "Gambling Help Online", phone: "1800 858 858", site: "https://www.gamblinghelponline.org.au" },
  CA: { name: "ConnexOntario (Ontario)", phone: "1-866-531-2600", site: "https://www.connexontario.ca" },
  DE: { name: "Check dein Spiel", phone: "0800 1 37 27 00", site: "https://www.check-dein-spiel.de" },
  DK: { name: "StopSpillet", phone: "70 22 28 25", site: "https://stopspillet.dk" },
  ES: { name: "FEJAR", phone: "900 200 225", site: "https://fejar.org" },
  FI: { name: "Peluuri", phone: "0800 100 101", site: "https://peluuri.fi" },
  FR: { name: "Joueurs Info Service", phone: "09 74 75 13 13", site: "https://www.joueurs-info-service.fr" },
  GB: { name: "National Gambling Helpline", phone: "0808 8020 133", site: "https://www.gamcare.org.uk" },
  IE: { name: "Problem Gambling Ireland", phone: "089 241 5401", site: "https://www.problemgambling.ie" },
  NL: { name: "Loket Kansspel", phone: "0800 24 000 22", site: "https://www.loketkansspel.nl" },
  NO: { name: "Hjelpelinjen", phone: "800 800 40", site: "https://hjelpelinjen.no" },
  NZ: { name: "Gambling Helpline", phone: "0800 654 655", site: "https://www.gamblinghelpline.co.nz" },
  SE: { name: "Stödlinjen", phone: "020-81 91 00", site: "https://www.stodlinjen.se" },
  US: {
    name: "National Problem Gambling Helpline",
    phone: "1-800-522-4700",
    site: "https://www.ncpgambling.org",
  },
};

/** For everywhere else: online, in many languages. */
export const HELP_ANYWHERE: HelpLine = {
  name: "Gambling Therapy",
  phone: null,
  site: "https://www.gamblingtherapy.org",
};

/** What a telephone dials. @example dialled("020-81 91 00") // "tel:020819100" */
export const dialled = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, "")}`;

/** The country that a browser's language names, if it names one. */
export const countryOf = (language: string): string => /-([A-Z]{2})\b/.exec(language)?.[1] ?? "";
