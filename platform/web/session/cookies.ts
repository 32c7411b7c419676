/** Whether a cookie with this value is set and readable. */
export function hasCookie(name: string, value: string): boolean {
  return document.cookie.split('; ').includes(`${name}=${value}`)
}

/** Sets a cookie, written as the server would: `name=value; path=/; max-age=60`. */
export function setCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is there on https only
  document.cookie = cookie
}

export function clearCookie(name: string): void {
  setCookie(`${name}=; path=/; max-age=0`)
}
