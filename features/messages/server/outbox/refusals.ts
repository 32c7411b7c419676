/** Reddit's refusals that are about the person: nothing else sent to them would arrive either. */
export const unreachableRefusals = ['unwilling', 'missing'] as const
