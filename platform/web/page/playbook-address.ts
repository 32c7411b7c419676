import { useLocation } from 'react-router'

/** The query parameter that opens the playbook of a community beside the screen. */
export const playbookParam = 'playbook'

/** Returns the properties of a link that opens the playbook of a community on the current screen. */
export function usePlaybookLink(community: string) {
  const { search, state } = useLocation()
  const params = new URLSearchParams(search)
  params.set(playbookParam, community.toLowerCase())
  // The screen behind stays as it is, also for its own way back.
  return { to: { search: `?${params}` }, state, replace: true, preventScrollReset: true }
}
