import { useEffect, useState } from 'react'

/** The value once it has stayed the same for a moment; the first at once. */
export function useSettled(value: string, settledMs: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), settledMs)
    return () => window.clearTimeout(timer)
  }, [value, settledMs])
  return settled
}
