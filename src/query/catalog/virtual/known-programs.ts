/** A program that is no person in a browser: how its user agent names it, and what it is for. */
interface KnownProgram {
  /** Stands in the user agent, in lower case. */
  readonly token: string;
  readonly name: string;
  readonly category: keyof typeof TRAFFIC_TYPES;
}

/** The kind of traffic that each category belongs to. */
export const TRAFFIC_TYPES = {
  ai_assistant: 'AI Agent',
  ai_crawler: 'AI Agent',
  search_crawler: 'Bot',
  seo_crawler: 'Bot',
  link_preview: 'Bot',
  archiver: 'Bot',
  feed_reader: 'Bot',
  other_bot: 'Bot',
  monitoring: 'Automation',
  headless_browser: 'Automation',
  http_client: 'Automation',
} as const;

const of = (category: KnownProgram['category'], programs: Readonly<Record<string, string>>) =>
  Object.entries(programs).map(([token, name]): KnownProgram => ({ token, name, category }));

/**
 * Programs by a part of their user agent. The part that stands first in the user agent decides. When two begin at one
 * place the one earlier in this list decides, so longer names stand before their own beginnings. The names are those
 * that operators publish for their crawlers (OpenAI, Anthropic, Google, Bing, Meta and others document them on their
 * sites) and those that libraries send unless somebody changes them; the choice and the categories are ours.
 */
export const KNOWN_PROGRAMS: readonly KnownProgram[] = [
  ...of('ai_assistant', {
    'chatgpt-user': 'ChatGPT-User',
    'oai-searchbot': 'OAI-SearchBot',
    'claude-user': 'Claude-User',
    'claude-searchbot': 'Claude-SearchBot',
    'perplexity-user': 'Perplexity-User',
    'mistralai-user': 'MistralAI-User',
    duckassistbot: 'DuckAssistBot',
    'meta-externalfetcher': 'Meta-ExternalFetcher',
    'google-agent': 'Google-Agent',
  }),
  ...of('ai_crawler', {
    gptbot: 'GPTBot',
    claudebot: 'ClaudeBot',
    'claude-web': 'Claude-Web',
    'anthropic-ai': 'anthropic-ai',
    perplexitybot: 'PerplexityBot',
    'google-extended': 'Google-Extended',
    googleother: 'GoogleOther',
    'meta-externalagent': 'Meta-ExternalAgent',
    bytespider: 'Bytespider',
    ccbot: 'CCBot',
    amazonbot: 'Amazonbot',
    'applebot-extended': 'Applebot-Extended',
    'cohere-ai': 'cohere-ai',
    diffbot: 'Diffbot',
    imagesiftbot: 'ImagesiftBot',
    youbot: 'YouBot',
  }),
  ...of('search_crawler', {
    'adsbot-google': 'AdsBot-Google',
    'mediapartners-google': 'Mediapartners-Google',
    'google-inspectiontool': 'Google-InspectionTool',
    googlebot: 'Googlebot',
    bingbot: 'Bingbot',
    bingpreview: 'BingPreview',
    adidxbot: 'AdIdxBot',
    applebot: 'Applebot',
    duckduckbot: 'DuckDuckBot',
    baiduspider: 'Baiduspider',
    'yandex.com/bots': 'YandexBot',
    yandexbot: 'YandexBot',
    sogou: 'Sogou Spider',
    'yahoo! slurp': 'Yahoo! Slurp',
    petalbot: 'PetalBot',
    seznambot: 'SeznamBot',
    naverbot: 'NaverBot',
    'yeti/': 'Yeti',
    qwantbot: 'Qwantbot',
    mojeekbot: 'MojeekBot',
  }),
  ...of('seo_crawler', {
    ahrefsbot: 'AhrefsBot',
    ahrefssiteaudit: 'AhrefsSiteAudit',
    semrushbot: 'SemrushBot',
    mj12bot: 'MJ12bot',
    dotbot: 'DotBot',
    rogerbot: 'Rogerbot',
    'screaming frog': 'Screaming Frog',
    serpstatbot: 'SerpstatBot',
    dataforseobot: 'DataForSeoBot',
    blexbot: 'BLEXBot',
    barkrowler: 'Barkrowler',
  }),
  ...of('link_preview', {
    facebookexternalhit: 'facebookexternalhit',
    facebookcatalog: 'facebookcatalog',
    twitterbot: 'Twitterbot',
    linkedinbot: 'LinkedInBot',
    slackbot: 'Slackbot',
    'slack-imgproxy': 'Slack-ImgProxy',
    discordbot: 'Discordbot',
    telegrambot: 'TelegramBot',
    'whatsapp/': 'WhatsApp',
    pinterestbot: 'Pinterestbot',
    redditbot: 'redditbot',
    skypeuripreview: 'SkypeUriPreview',
    embedly: 'Embedly',
    iframely: 'Iframely',
  }),
  ...of('archiver', {
    'archive.org_bot': 'archive.org_bot',
    ia_archiver: 'ia_archiver',
    heritrix: 'Heritrix',
  }),
  ...of('feed_reader', {
    feedfetcher: 'FeedFetcher',
    feedly: 'Feedly',
    inoreader: 'Inoreader',
    newsblur: 'NewsBlur',
  }),
  ...of('monitoring', {
    uptimerobot: 'UptimeRobot',
    pingdom: 'Pingdom',
    statuscake: 'StatusCake',
    betteruptime: 'Better Uptime',
    datadogsynthetics: 'Datadog Synthetics',
    'datadog/synthetics': 'Datadog Synthetics',
    newrelicpinger: 'New Relic Synthetics',
    site24x7: 'Site24x7',
    checkly: 'Checkly',
    gtmetrix: 'GTmetrix',
    'chrome-lighthouse': 'Lighthouse',
    'google page speed': 'PageSpeed',
    'kube-probe': 'kube-probe',
    'elb-healthchecker': 'ELB-HealthChecker',
    googlehc: 'GoogleHC',
  }),
  ...of('headless_browser', {
    headlesschrome: 'HeadlessChrome',
    phantomjs: 'PhantomJS',
    puppeteer: 'Puppeteer',
    playwright: 'Playwright',
    selenium: 'Selenium',
    cypress: 'Cypress',
    slimerjs: 'SlimerJS',
    htmlunit: 'HtmlUnit',
  }),
  ...of('http_client', {
    'curl/': 'curl',
    'wget/': 'Wget',
    'python-requests': 'python-requests',
    'python-urllib': 'Python-urllib',
    'python-httpx': 'python-httpx',
    aiohttp: 'aiohttp',
    scrapy: 'Scrapy',
    'go-http-client': 'Go-http-client',
    'axios/': 'axios',
    'node-fetch': 'node-fetch',
    undici: 'undici',
    'got (http': 'got',
    'java/': 'Java',
    'apache-httpclient': 'Apache-HttpClient',
    'libwww-perl': 'libwww-perl',
    guzzlehttp: 'GuzzleHttp',
    postmanruntime: 'PostmanRuntime',
    'insomnia/': 'Insomnia',
    'httpie/': 'HTTPie',
    'ruby/': 'Ruby',
  }),
];

/** A program that is a bot by the patterns of `isbot` and stands in no list here. */
export const OTHER_BOT: KnownProgram = { token: '', name: 'Other bot', category: 'other_bot' };
