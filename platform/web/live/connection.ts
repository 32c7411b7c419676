import { useSyncExternalStore } from 'react'

/** An interruption shorter than this is nobody's business. */
const patienceMs = 5000

let connected = true
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Notes whether events come in at the moment. */
export function setConnected(now: boolean): void {
  if (now) {
    clearTimeout(timer)
    timer = undefined
    setState(true)
  } else timer ??= setTimeout(() => setState(false), patienceMs)
}

function setState(now: boolean): void {
  if (connected === now) return
  connected = now
  for (const listener of listeners) listener()
}

/** Whether screens keep up to date by themselves; false after an interruption of some seconds. */
export function useConnected(): boolean {
  return useSyncExternalStore(subscribe, () => connected)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
