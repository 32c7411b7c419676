/** Words that no phrase starts or ends with, in the languages of most websites. */
export const functionWords: ReadonlySet<string> = new Set(
  [
    "a about above across after again against all also always am an and any anyone are around as at back be because been before being best better between both but by can could did do does doing done don't down each either else enough even ever every everybody everyone everything few for from further get gets getting give gives go goes going good got great had has have having he help helps her here him his how however i i'm if in inside instead into is isn't it it's its just keep keeps know last least less let let's lets like little look lot lots made make makes making many may me might more most much must my need needs never new next no non nor not nothing now of off on once one only onto or other our out over own people per put quite rather re real really right same say see seen she should show simply since so some someone still such take takes than that that's the their them then there these they thing things this those through till to today together too two under until up us use used uses using very via want wants was way ways we we're well were what when where whether which while who whole whose why will with within without won't work works would yet you you'll you're your yours",
    'der die das den dem des ein eine einen einem einer eines und oder aber für mit ohne von vom zu zum zur im in ist sind auf aus bei nach über unter als wie auch nicht nur so wir ihr ihre ihren sie du dein deine unser unsere alle mehr durch jede jeder jedes bringt',
    "le la les un une des du de et ou mais pour avec sans dans sur par est sont ce cette ces vos votre nos notre vous nous qui que plus tout tous toute en au aux d'un d'une",
    'el los las una unos unas y o pero para con sin en por es son este esta estos su sus tu tus nuestro nuestra que más todo todos del al se lo',
    'il lo gli uno e ma per con senza di da è sono questo questa tuo tua vostro nostro che più tutto tutti nel nella della delle dei',
    'o os as um uma e ou mas para com sem em por é são este esta seu sua nosso nossa que mais todo todos do da dos das no na',
    'de het een en of maar voor met zonder in op door is zijn dit deze jouw je uw ons onze die dat meer alle van te',
  ].flatMap((line) => line.split(' ')),
)

/** Words that websites use for any product, and that people never ask for. */
export const praise: ReadonlySet<string> = new Set(
  "actually alternative alternatives answer ask back behind bring buy call calls choose come drop feel find finds hate hates join leave look looks need opens own pause pay photograph provide reads save send skip stop stops talk tell tells turn type whatever whenever write advanced affordable amazing automatic automatically award beautiful beautifully big blazing calm complete cutting delightful discover easier easiest easily easy edge effortless effortlessly efficient enjoy everywhere excellent experience fast faster fastest favorite finally first flexible forever free friendly fully game-changing get happier happy home homepage honest innovative instant instantly intuitive kind latest leading learn love loved minutes modern month number official perfect powerful premium proven quick quickly ready reliable revolutionary robust seamless seamlessly secure simple simpler simplest simplify smart smarter smarter solution solutions start started stress stress-free stunning supercharge takes time top top-rated transform trial trusted ultimate unlimited welcome world world's year years".split(
    ' ',
  ),
)
