/** Returns whether a readable cookie has this value. */
export function hasCookie(name: string, value: string): boolean {
  return document.cookie.split('; ').includes(`${name}=${value}`)
}

/** Sets a cookie from a Set-Cookie string: `name=value; path=/; max-age=60`. */
export function setCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store exists on https only
  document.cookie = cookie
}

export function clearCookie(name: string): void {
  setCookie(`${name}=; path=/; max-age=0`)
}
