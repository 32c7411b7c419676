import type { ComponentType } from 'react'

/** A part of the app that could not be fetched: the server is away, or has a newer build than this page. */
export class MissingPart extends Error {
  override readonly name = 'MissingPart'
}

/** Fetches a part of the app. Throws MissingPart. */
export async function part<Module>(fetch: () => Promise<Module>): Promise<Module> {
  try {
    return await fetch()
  } catch (cause) {
    throw new MissingPart('A part of the page could not be fetched', { cause })
  }
}

/**
 * Fetches a component that the page can do without, for React's `lazy`: where it could not be fetched nothing stands in
 * its place, since it must not take the page away.
 */
export async function extra<Props>(
  fetch: () => Promise<ComponentType<Props>>,
): Promise<{ default: ComponentType<Props> }> {
  return { default: await fetch().catch(() => () => null) }
}
