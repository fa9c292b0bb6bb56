/** Spellings of hosts that lead, or would lead with one reader or another, to a place that is not a public receiver. */
const hosts = [
  // Loopback and "this host" in every number form.
  ..."127.0.0.1 127.0.0.2 127.255.255.254 127.1 127.0.1 127.0.0.01 127.000.000.001 0177.0.0.1 0177.0.0.01 00177.0.0.1 0x7f.0.0.1 0x7F.0.0.1".split(
    " "
  ),
  ..."0x7f.1 0x7f000001 0X7F000001 0x007f000001 2130706433 017700000001 0017700000001 127.0x1 127.0.0x1 0177.1 0x7f.0.1 127.0.0.1.".split(
    " "
  ),
  ..."0 0.0.0.0 0x0 00 0.0 0.0.0 0.1.2.3 0x00000000 000000000000".split(" "),
  // Private, shared, link-local and metadata.
  ..."10.0.0.1 10.255.255.255 012.0.0.1 0xa.0.0.1 0x0a000001 167772161 10.1 172.16.0.1 172.31.255.255 0xac.0x10.0.1 2886729729".split(" "),
  ..."192.168.0.1 192.168.1.1 0xc0.0xa8.0.1 0xc0a80001 3232235521 192.168.257 0300.0250.0.1 030052000001 100.64.0.1 100.127.255.254".split(
    " "
  ),
  ..."100.100.100.200 169.254.169.254 169.254.0.1 0xa9fea9fe 2852039166 0251.0376.0251.0376 0251.254.169.254 0xa9.0xfe.0xa9.0xfe 025177524776".split(
    " "
  ),
  ..."169.16689662 169.254.43518 192.0.0.192 168.63.129.16 0xa83f8110".split(" "),
  // Reserved, test, multicast, broadcast, benchmarking.
  ..."192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1".split(" "),
  ..."255.255.255.255 0xffffffff 4294967295 192.31.196.1 192.52.193.1 192.175.48.1".split(" "),
  // Public addresses in forms that readers take for different ones.
  ..."134744072 0x08080808 010.8.8.8 8.8.2056 8.525320 0x8.8.8.8 8.8.8.0x8 1.0x".split(" "),
  // Not addresses, and not names either.
  ..."256.256.256.256 127.0.0.256 1.2.3.4.5 127.0.0.1.1 4294967296 0x100000000 09.0.0.1 example.123 example.0x7f".split(" "),
  // IPv6: unspecified, loopback, compatible, mapped, translated.
  ..."[::] [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0001] [0::1] [::127.0.0.1] [::7f00:1] [::8.8.8.8]".split(
    " "
  ),
  ..."[::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:10.0.0.1] [0:0:0:0:0:ffff:c0a8:1] [::ffff:169.254.169.254] [::ffff:8.8.8.8]".split(" "),
  ..."[::ffff:0:127.0.0.1] [::ffff:0:a00:1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::8.8.8.8] [64:ff9b::a9fe:a9fe] [64:ff9b:1::1]".split(
    " "
  ),
  // IPv6: tunnels, local, documentation, discard, multicast, reserved.
  ..."[2002:7f00:1::] [2002:7f00:0001::1] [2002:a00:1::] [2002:c0a8:101::1] [2002:808:808::1] [2001::1] [2001:0:7f00:1::]".split(" "),
  ..."[2001:0:53aa:64c:0:0:80ff:fffe] [2a00:1450::5efe:7f00:1] [2a00:1450::200:5efe:a00:1] [fe80::1] [febf::1] [fec0::1] [fc00::1]".split(
    " "
  ),
  ..."[fd00::1] [fd00:ec2::254] [fdff:ffff::1] [ff02::1] [ff0e::1] [100::1] [2001:db8::1] [2001:2::1] [2001:10::1] [2001:20::1] [3fff::1]".split(
    " "
  ),
  ..."[5f00::1] [4000::1] [8000::1] [e000::1] [1::1] [2001:4:112::1] [2620:4f:8000::1] [2001:3::1]".split(" "),
  // Zones and broken brackets.
  ..."[fe80::1%25eth0] [fe80::1%eth0] [fe80::1%251] [::1%25lo] [2606:4700::1111%25eth0] [::1 ::1] ::1 [] [:] [:::1] [::g] [::1]] [[::1]]".split(
    " "
  ),
  ..."[127.0.0.1] [::ffff:127.0.0.1.] [1:2:3:4:5:6:7:8:9] [::12345]".split(" "),
  // Digits and dots of other scripts, invisible characters, look-alikes of plain names.
  ..."１２７.0.0.1 １２７．０．０．１ 127。0。0。1 127．0．0．1 127｡0｡0｡1 ①②⑦.0.0.1 ⑫⑦.0.0.1 𝟏𝟐𝟕.𝟎.𝟎.𝟏 𝟙𝟚𝟟.0.0.1 ₁₂₇.0.0.1 ¹²⁷.0.0.1".split(
    " "
  ),
  ..."０ｘ７ｆ.1 ２１３０７０６４３３ １６９.２５４.１６９.２５４ ⑯⑨.254.⑯⑨.254 0ⅹ7f.1 ١٢٧.٠.٠.١ １０.0.0.1 127。1 ⓔxample.com ｅｘａｍｐｌｅ.com exa\u00admple.com".split(
    " "
  ),
  ..."ｌｏｃａｌｈｏｓｔ ⓛocalhost lo\u200bcalhost lo\u00adcalhost lo\u2060calhost local\u200dhost localhoſt 𝐥𝐨𝐜𝐚𝐥𝐡𝐨𝐬𝐭 ℓocalhost a.𝕔𝕠𝕞 ₓ.com".split(
    " "
  ),
  // Percent-encoded hosts.
  ..."%31%32%37.0.0.1 127%2e0%2e0%2e1 %6c%6f%63%61%6c%68%6f%73%74 %EF%BC%91%EF%BC%92%EF%BC%97.0.0.1 example.com%00.internal example%2ecom".split(
    " "
  ),
  // Special-use, private and metadata names.
  ..."localhost LOCALHOST LocalHost localhost. foo.localhost foo.localhost. printer.local host.local. metadata.google.internal metadata".split(
    " "
  ),
  ..."METADATA.GOOGLE.INTERNAL metadata.google.internal. metadata.goog www.metadata.goog instance-data.ec2.internal ip-10-0-0-1.ec2.internal".split(
    " "
  ),
  ..."host.docker.internal gateway.docker.internal kubernetes.default.svc kubernetes.default.svc.cluster.local redis.service.consul".split(
    " "
  ),
  ..."test foo.test foo.invalid foo.onion foo.alt foo.arpa home.arpa router.home.arpa 1.0.0.127.in-addr.arpa resolver.arpa".split(" "),
  ..."nas.lan nas.home vpn.corp mx.mail app.intranet app.private localhost.localdomain localhost4.localdomain4 pc.workgroup".split(" "),
  // Names that no public DNS has.
  ..."intranet postgres redis com a example.com. example.com.. example..com .example.com -a.com a-.com *.example.com ex!ample.com".split(
    " "
  ),
  ..."exa$mple.com example.c example.c0m example.com_ xn--a xn--0.com xn--.com".split(" "),
  `${"a".repeat(64)}.com`,
  `${"abcdefgh.".repeat(29)}com`
]

/** Whole URLs whose trouble is not the host alone. */
const urls = [
  // Scheme and shape.
  ..."http://example.com/ HTTP://example.com ftp://example.com file:///etc/passwd gopher://example.com ws://example.com wss://example.com".split(
    " "
  ),
  ..."javascript:alert(1) data:text/plain,x dict://example.com:11211 ldap://example.com blob:https://example.com/1 about:blank unix:///var/run/x".split(
    " "
  ),
  ..."example.com //example.com /hook https https: https:/ https:// https:/// https:///example.com https:/example.com https:example.com".split(
    " "
  ),
  ..."https:////example.com https://?x https://#x https://:443 https://:443/ https:\\\\example.com https:/\\example.com https://\\example.com".split(
    " "
  ),
  "",
  // User names, and characters that move the host for some readers.
  ..."https://user@example.com https://user:pass@example.com https://@example.com https://:@example.com https://example.com@127.0.0.1".split(
    " "
  ),
  ..."https://127.0.0.1@example.com https://example.com:443@10.0.0.1 https://a@b@example.com https://example.com%40127.0.0.1".split(" "),
  ..."https://example.com\\@127.0.0.1 https://127.0.0.1\\.example.com https://example.com#@127.0.0.1 https://example.com/#a https://example.com/?a#b".split(
    " "
  ),
  ..."https://127.0.0.1#.example.com https://127.0.0.1?.example.com https://127.0.0.1/.example.com https://127.0.0.1;.example.com".split(
    " "
  ),
  ...["https://example.com &@127.0.0.1", "https://example .com", " https://example.com", "https://example.com ", "https://exam\tple.com"],
  ...[
    "https://example.com\r\nHost: localhost",
    "ht\ntps://example.com",
    "https://example.com/\u0000",
    "https://example.com/a b",
    "\u0000https://example.com"
  ],
  ...[
    "https://example.com/\ud800",
    "https://example.com/\u202egpj",
    "\ufeffhttps://example.com",
    "https://example.com/\u2028",
    "https://ex\u3000ample.com"
  ],
  // Ports.
  ..."https://example.com: https://example.com:0 https://example.com:00443 https://example.com:65536 https://example.com:99999 https://example.com:-1".split(
    " "
  ),
  ..."https://example.com:443:443 https://example.com:4e3 https://example.com:0x1bb https://example.com:abc https://example.com:４４３ https://example.com:+443".split(
    " "
  ),
  // Length.
  `https://example.com/${"a".repeat(2_029)}`,
  `https://${"a.".repeat(200)}com/`,
  `https://example.com/${"a".repeat(1_000_000)}`
]

export const hostileTargets: ReadonlyArray<string> = [...hosts.map((host) => `https://${host}/hook`), ...urls]
