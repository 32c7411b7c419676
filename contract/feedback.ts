/** What somebody can say to whoever runs the installation. */
export const feedbackKinds = ['idea', 'problem', 'praise'] as const
export type FeedbackKind = (typeof feedbackKinds)[number]

/** So many characters at most. */
export const feedbackMax = 4000
