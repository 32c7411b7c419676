import { queryOptions } from '@tanstack/react-query'
import { type Look, readView, type View, viewParams } from '#engine/rules/lead-view.ts'
import type { SavedView } from '#features/views/contract.ts'
import { findAll } from '#platform/web/api/find-all.ts'
import { call } from '../api.ts'

/** Returns the saved views of a project, by name. */
export function savedViewsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['saved-views', projectId],
    queryFn: async ({ signal }): Promise<SavedView[]> => {
      const views = await findAll((page, alive) => {
        const query = { filters: { project: { id: { $eq: projectId } } }, pagination: { page, pageSize: 100 } }
        return call('savedViewsFind', { query, signal: alive })
      }, signal)
      return views.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    },
  })
}

/**
 * Returns what is saved of a view that is shown with a look; null: any. A later visit has its own leads that are new,
 * so the last visit isn't part of it.
 */
export function savedParams(view: View, look: Look | null): string {
  return viewParams({ ...view, look, since: null }, null).toString()
}

/** Returns whether a saved view is the one that is shown. A view without a look has any. */
export function isShown({ params }: Pick<SavedView, 'params'>, view: View, look: Look | null): boolean {
  const saved = readView(new URLSearchParams(params))
  return savedParams(saved, look && (saved.look ?? look)) === savedParams(view, look)
}
