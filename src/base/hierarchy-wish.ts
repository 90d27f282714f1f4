/** Where the view hierarchy is to come from; `auto` is the first of them that is there. */
export const HIERARCHY_WISHES = ["auto", "service", "shell", "uiautomator"] as const;
export type HierarchyWish = (typeof HIERARCHY_WISHES)[number];
