/** How many items of the house's are listed to be sent. */
export const HOUSE_ITEMS_MAX = 100;
