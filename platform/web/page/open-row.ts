import { useCallback, useState } from 'react'

/**
 * Returns which row of a list is open. The address names it too, but a moment later. A choice counts immediately, so
 * that a key pressed right after another acts on the intended row. Null: none, or the default of the screen.
 */
export function useOpenRow(inAddress: string | null): [string | null, (row: string | null) => void] {
  const [chosen, setChosen] = useState<{ row: string | null } | null>(null)
  if (chosen !== null && chosen.row === inAddress) setChosen(null)
  const choose = useCallback((row: string | null) => setChosen({ row }), [])
  return [chosen === null ? inAddress : chosen.row, choose]
}
