import type { ComponentType } from 'react'

/** Thrown when a chunk of the app couldn't be loaded: the server is down or has a newer build than this page. */
export class MissingChunk extends Error {
  override readonly name = 'MissingChunk'
}

/** Loads a chunk of the app. Throws MissingChunk. */
export async function loadPart<Module>(fetch: () => Promise<Module>): Promise<Module> {
  try {
    return await fetch()
  } catch (cause) {
    throw new MissingChunk("Couldn't load part of the page", { cause })
  }
}

const network = {
  isOff: () => navigator.onLine === false,
  comesBack: () => new Promise((back) => addEventListener('online', back, { once: true })),
}

let isMissed = false
const watchers = new Set<() => void>()

function reportMissing(): void {
  isMissed = true
  for (const watcher of watchers) watcher()
}

/** Calls back when the page misses an optional chunk; at once if it already does. */
export function onMissingChunk(watcher: () => void): void {
  watchers.add(watcher)
  if (isMissed) watcher()
}

/**
 * Loads an optional component for React's `lazy`. If loading fails, renders nothing, so that the rest of the page
 * stays. While offline, waits for the network and retries.
 */
export async function loadOptional<Props>(
  fetch: () => Promise<ComponentType<Props>>,
  { isOff, comesBack } = network,
): Promise<{ default: ComponentType<Props> }> {
  for (;;) {
    const component = await fetch().catch(() => null)
    if (component) return { default: component }
    if (!isOff()) {
      reportMissing()
      return { default: () => null }
    }
    await comesBack()
  }
}
