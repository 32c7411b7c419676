/** Whether a path is a root or below it: /app and /app/pay, and not /apple. */
export function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(`${root}/`)
}
