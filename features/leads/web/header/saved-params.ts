import { type Look, readView, type View, viewParams } from '#engine/rules/lead-view.ts'

/**
 * Returns what is saved of a view that is shown with a look; null: any. A later visit has its own leads that are new,
 * so the last visit isn't part of it.
 */
export function savedParams(view: View, look: Look | null): string {
  return viewParams({ ...view, look, since: null }, null).toString()
}

/** Returns whether a saved view, by its query, is the one that is shown. A view without a look has any. */
export function isShown(params: string, view: View, look: Look | null): boolean {
  const saved = readView(new URLSearchParams(params))
  return savedParams(saved, look && (saved.look ?? look)) === savedParams(view, look)
}
