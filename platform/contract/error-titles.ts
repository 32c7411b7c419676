const titles: Partial<Record<number, string>> = {
  400: 'Invalid request',
  401: 'Sign-in required',
  402: 'Payment required',
  403: 'Access denied',
  404: 'Page not found',
  409: 'Changed in the meantime',
  413: 'Too large',
  429: 'Too many requests',
  503: 'Temporarily unavailable',
}

/** Returns the name of an error in plain words for the error page, by its status (DECISIONS 25). */
export function errorTitle(status: number): string {
  return titles[status] ?? 'Unexpected error'
}
