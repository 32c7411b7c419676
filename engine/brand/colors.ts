/** The least contrast of text and its background (WCAG 1.4.3). */
const contrastLeast = 4.5

/** Returns whether a text is a color such as `#1d4ed8`. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text)
}

/** Returns the contrast of two colors such as `#1d4ed8`, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns whether text of one color can be read on the other. */
export function isReadable(ink: string, background: string): boolean {
  return contrastOf(ink, background) >= contrastLeast
}

/** Returns the first of white, near-black, and black that can be read on a background. One of them always can be. */
export function inkOn(background: string): string {
  return ['#ffffff', '#111827'].find((ink) => isReadable(ink, background)) ?? '#000000'
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
