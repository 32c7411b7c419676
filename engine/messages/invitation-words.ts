/** Other words for the same thing, so that the patterns below stay short. */
const synonyms: readonly [RegExp, string][] = [
  [/[’‘ʼ`´]/g, "'"],
  [/[*_~\\]/g, ' '],
  [/&amp;|&/g, ' and '],
  [/\b(?:do not|don't|don t)\b/g, 'dont'],
  [/\b(?:pl[sz]+|kindly)\b/g, 'please'],
  [
    /\b(?:chat (?:request|invite|message)|(?:direct|private)(?:ly)? (?:message|msg|chat)|(?<!\d ?|\bp\.)pm|dm)(?:'?s)?\b/g,
    'dm',
  ],
  [/\bdm ?(?:\/|or|and) ?dm\b/g, 'dm'],
  [/\b(?:msg|text message)\b/g, 'message'],
  [/\b(?:u|ya|y'all)\b/g, 'you'],
  [/\b(?:quick|short|personal|reddit|also|even|directly|always|still)\b/g, ' '],
  [/\s+/g, ' '],
]

/** Returns a sentence in the words that the patterns use. */
export function inUsualWords(sentence: string): string {
  return synonyms.reduce((text, [words, usual]) => text.replace(words, usual), sentence.toLowerCase()).trim()
}

/** Messages elsewhere, which are no invitation on Reddit. */
const elsewhere =
  '(?! (?:\\S+ ){0,3}?(?:on|via|at|through|by|over) (?:my |our |the )?(?:whats ?app|telegram|insta(?:gram)?|ig|linked ?in|discord|twitter|x|facebook|fb|messenger|snap(?:chat)?|e-?mail|signal|slack|phone|tiktok)\\b)(?! ?(?:at|on|via|:|@)? ?\\S+@)'

/** Requests for a message, which are invitations where they are commands: `DM me`, unlike `people DM me`. */
export const requests = anyOf([
  `(?:dm|message|inbox|chat) me(?! up\\b)${elsewhere}`,
  `(?<=(?:^|please |free to |welcome to |can ))contact me${elsewhere}`,
  '(?:send|shoot|drop|give|write|throw) (?:me )?(?:over )?(?:a|an|your) dm',
  `(?:send|shoot|drop|write) me (?:over )?(?:a|an|your) (?:message|note|line|chat)${elsewhere}`,
  // At the start, it is often told: `Hit me up when you're ready.`
  `(?:(?<=\\S )(?:hit me up|hmu)|(?:hit me up|hmu)(?= (?:if|for|with|anytime)\\b))${elsewhere}`,
  '(?:slide into|hit|hit up|hop into|jump into) my (?:dm|inbox)',
  `reach out (?:to me|(?:\\S+ ){0,3}(?:in|via|by|through|over) (?:a |my )?dm)${elsewhere}`,
  'dm (?:for|if|to (?:know|get|discuss|see|buy|order))',
  '(?<=\\b(?:please|(?:comment|reply|below) (?:or|and|\\/)) (?:just )?(?:send )?)dm(?! (?:you|them|him|her|us)\\b)',
])

/** Statements that messages are welcome. */
export const welcomes = anyOf([
  '(?<!\\b(?:my|your|his|her|their|if|are|is|whether|whose|keep|when|with|the|no|not) )(?:my )?(?:dm|inbox|chat) ?(?:are |is )?(?:wide )?(?:open|welcome(?! to)|welcomed|appreciated)(?! (?:rate|source|house))',
  "(?:i'm|i am|im|we're|happy|and|or|am) open (?:to|for) (?:dm|private chat)",
  '(?:happy|glad|willing|love|prefer|better|rather) (?:to )?(?:chat|talk|answer|discuss|share|continue|explain|connect|take (?:this|it))(?: (?!not\\b)[^ ,;]+){0,8}? (?:in|via|over|through|by) (?:the |a |my )?dm',
  'let me know (?:in|via|by|through) (?:the |a |my )?dm',
])

/** What a command may begin behind. */
export const commandStarts = new RegExp(
  `(?:^|[^\\p{L}\\p{N}\\s'/]|\\b(?:${[
    ...['please', 'just', 'so', 'simply', 'either', 'instead', 'definitely', 'or', 'and', '\\/'],
    ...['free to', 'welcome to', 'hesitate to', 'afraid to', 'shy to'],
    ...[
      'you (?:want to|wanna|like to|wish to|prefer to)',
      'can',
      'may',
      'could',
      'should',
      '(?:can|could|would|will) (?:you|someone|anyone|anybody)',
    ],
    '(?:you|someone|anyone) please',
  ].join('|')})) ?$`,
  'u',
)

/** The author or others may do it, which is no command: `I can just DM`, `they will message me`. */
export const doers =
  /\b(?:i|we|they|he|she|it|who|people|nobody|no one)(?:'ll|'d|'ve|'m)?(?: (?:will|can|may|could|should|might|would|just|please|then))* ?$/

/** Who else may do it: `people comment and DM me`, `so customers can DM me`. */
export const others =
  /\b(?:people|persons?|they|he|she|who|guys|compan(?:y|ies)|users?|recruiters?|founders?|customers?|clients?|folks|strangers?|scammers?|vendors?|bots?|men|women|multiple|several|many|asked|asking|told|had|got)\b/
/** Talk about such requests: `they want people to comment or DM`, `he said: DM me`. */
export const reports =
  /\b(?:want|ask|tell|get|let|make|have)(?:s|ing|ed)? (?:people|them|users|others|him|her|everyone)\b|\b(?:said|says|saying|wrote|writes|told me|replied|was like)[:,]? ?$/
/** Questions whether something else could do it: `could the app just message me?` */
export const questions =
  /^(?:could|can|would|will|should|may|might|does|do|did) (?!you\b|someone\b|anyone\b|anybody\b|somebody\b)/
/** Whom a command allows to do it. */
export const allowed = /\b(?:you|someone|somebody|anyone|anybody)(?: all)? (?:can|may|could|should) ?$/
/** What people are asked to do besides: `comment or DM me`, unlike `it should beep or message me`. */
export const alternatives =
  /(?:^|[^\w\s] ?|\b(?:and|but|so|or|then|please|just|simply|(?:free|welcome|hesitate|afraid) to|you can|you could|you may) )(?:comment|drop|leave|reply|respond|e-?mail|message|dm|inbox|text|call|post|send|shoot|reach|let me know|add|write|contact|share|ask|hit|give|upvote|tell|chat|check|fill|sign)\b/
/** The same behind a condition: `if you make one comment or DM me`. */
export const laterAlternatives = /\b(?:comment|drop|leave|reply|respond|e-?mail|post|send|reach|let me know|contact)\b/

/** A clause that a command follows without a comma: `if interested DM me`. */
export const condition =
  /(?:^|\b(?:and|but|so|or|also|anyway|edit) )(?:if|anyone|anybody|whoever|those|in case|interested|any)\b/
/** What ends such a clause otherwise: `if people DM me`. */
export const subject =
  /(?:(?<!\b(?:like|is|be|for|with|to|about|that's|of) )\byou|\b(?:they|he|she|it|we|i|people|someone|somebody|anyone|anybody|who|to|not|dont|never|no|will|would|did|does|do|must|might|which)|\b\w+(?:n't|'ll|'d|'ve)) ?$/

/** Whoever writes one of these wants no messages, or none from businesses, whatever else they write. */
export const prohibitions = anyOf([
  "(?<!\\b(?:they|he|she|it|we|who|i|people|her|him|them) )(?:dont|stop|quit|no need to|refrain from|avoid|rather (?:you )?(?:not|didn't)|please no|please not) (?:(?:please|ever|just|bother|start|try|by|to|with|send|sending|any|a|me|all|come|slide|into|in|my|you|guys) )*(?:dm|dming|messag(?:e|ing)|inbox|chat|contact(?= me\\b)|hit me up)(?= me\\b| ?[,.!;:)]| ?$| (?:asking|with|about|for|unless|if|to|i|please|or|and|because)\\b)",
  "(?:no|zero|not (?:accepting|taking|open to|answering|responding to|reading|looking for)|ignor(?:e|ing)|(?:dont|won't|will not|can't) (?:answer|read|check|reply to|respond to|accept|use|want|need|do|receive|see|get)|(?:sick|tired) of|fed up with|blocking|reporting) (?:(?:any|the|my|your|these|all|more|most|unsolicited|cold|sales|random|spam|of) )*dm\\b",
  'no (?:(?:unsolicited|cold|more) )*(?:solicit\\w*|(?:sales )?pitches|sales calls|vendors|sales ?people)',
  '(?:dm|inbox) (?:are |is )?(?:now |currently |all )*(?:closed|off|disabled|full|shut|turned off|not open|blocked|not welcome|unwelcome)',
  '(?:turned|turning|switched) (?:off )?(?:my )?dm off',
  'keep (?:it|this|things|replies|answers|everything|the discussion) (?:public|in the (?:thread|comments))',
  "(?:dm|message) me[^.!?]{0,40} (?:i'll|i will|you'll|you will|will) (?:be |get )?(?:just )?(?:block|report|ignor|delet|ban)",
])

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(`(?<![\\w'])(?:${patterns.map((pattern) => `(?:${pattern})`).join('|')})(?!\\w)`, 'g')
}
