import { useSyncExternalStore } from 'react'

/** Interruptions shorter than this (in ms) are not shown. */
const patienceMs = 5000

let connected = true
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Records whether the stream is connected. */
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

/** Returns whether screens receive live updates; false after an interruption of some seconds. */
export function useConnected(): boolean {
  return useSyncExternalStore(subscribe, () => connected)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
