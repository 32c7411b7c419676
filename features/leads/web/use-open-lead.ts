import { useCallback, useState } from 'react'

/**
 * Which lead is open. The address says so, but it follows a moment later; what was chosen counts at once, so that a
 * key pressed right after another acts on the lead it was meant for. Null: none, or the first one beside the list.
 */
export function useOpenLead(inAddress: string | null): [string | null, (lead: string | null) => void] {
  const [chosen, setChosen] = useState<{ lead: string | null } | null>(null)
  if (chosen !== null && chosen.lead === inAddress) setChosen(null)
  const choose = useCallback((lead: string | null) => setChosen({ lead }), [])
  return [chosen === null ? inAddress : chosen.lead, choose]
}
