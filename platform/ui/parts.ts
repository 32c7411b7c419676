import type { ComponentType } from 'react'

/** A part of the app that could not be fetched: the server is away, or has a newer build than this page. */
export class MissingChunk extends Error {
  override readonly name = 'MissingChunk'
}

/** Fetches a part of the app. Throws MissingChunk. */
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

/** Calls back when the page does without a part that could not be fetched; at once where it does so already. */
export function onMissingChunk(watcher: () => void): void {
  watchers.add(watcher)
  if (isMissed) watcher()
}

/**
 * Fetches a component that the page can do without, for React's `lazy`: where it could not be fetched nothing stands in
 * its place, since it must not take the page away. Without a network it is tried again once that is back.
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
