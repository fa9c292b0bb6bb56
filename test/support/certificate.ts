/** A throw-away key and the certificate it signed for hooks.example.com, valid until 2120; they guard nothing outside tests. */
export const testCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1Q2RliJlVcex9GCr
SAgbTXbXpS1Zcj+fgr7O+cTGjQWhRANCAASdAkJu8JhB+n7P78hm9/NKkWxjWXkT
m1o5ChDMJq4AWY1BYc2/wLEJ8HWGiAFq/pA6GlR5oXf+kAyedWj+tpjN
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBdjCCARygAwIBAgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFob29rcy5l
eGFtcGxlLmNvbTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowHDEa
MBgGA1UEAwwRaG9va3MuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAASdAkJu8JhB+n7P78hm9/NKkWxjWXkTm1o5ChDMJq4AWY1BYc2/wLEJ8HWG
iAFq/pA6GlR5oXf+kAyedWj+tpjNo00wSzAcBgNVHREEFTATghFob29rcy5leGFt
cGxlLmNvbTAMBgNVHRMEBTADAQH/MB0GA1UdDgQWBBTBPed8hTPMGDEzyzEpj8el
CBTIiDAKBggqhkjOPQQDAgNIADBFAiAyGpEwIB7O8jNKMwbfpCg3lq9/UqHTY3Id
pvLAYUWOzwIhAITfmnvFw9nyULwhzOuPRizd2R4xV1E/Zu/KuD1cmsv8
-----END CERTIFICATE-----
`
}
