/** A picture as it is served, with its size in CSS pixels' proportion, so that nothing moves when it arrives. */
export interface Picture {
  url: string
  width: number
  height: number
}

/** Pictures by their name in content/pictures. */
export type Pictures = Record<string, Picture>

/** The picture of a name. Throws where there is none, so that a build with a broken picture fails. */
export function pictureOf(pictures: Pictures, name: string): Picture {
  const picture = pictures[name]
  if (!picture) throw new Error(`Missing picture content/pictures/${name}`)
  return picture
}
