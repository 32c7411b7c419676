/** A picture as served, with its aspect ratio, so that the layout doesn't shift when it loads. */
export interface Picture {
  url: string
  width: number
  height: number
}

/** The pictures by their name in content/pictures. */
export type Pictures = Record<string, Picture>

/** Returns a picture by name. Throws if it is missing, which fails the build. */
export function pictureOf(pictures: Pictures, name: string): Picture {
  const picture = pictures[name]
  if (!picture) throw new Error(`Missing picture content/pictures/${name}`)
  return picture
}
