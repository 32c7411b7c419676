import { useEffect, useState } from 'react'

/** Returns the value once it has been unchanged for `settledMs`; returns the first value at once. */
export function useSettled(value: string, settledMs: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), settledMs)
    return () => window.clearTimeout(timer)
  }, [value, settledMs])
  return settled
}
