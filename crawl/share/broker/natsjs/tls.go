package natsjs

import (
	"crypto/tls"
	"crypto/x509"
	"os"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// TLS reads the certificate of this process, its key, and the certificate of the authority
// that has signed the certificates of all nodes. Without any file there is none.
func TLS(ca, cert, key string) (*tls.Config, error) {
	if ca == "" && cert == "" && key == "" {
		return nil, nil
	}
	if ca == "" || cert == "" || key == "" {
		return nil, english.Errorf("cluster-ca, cluster-cert and cluster-key belong together: one of them is missing")
	}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return nil, english.Errorf("the certificate of this node: %w", err)
	}
	text, err := os.ReadFile(ca)
	if err != nil {
		return nil, english.Errorf("the authority of the cluster: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, english.Errorf("%s holds no certificate in PEM", ca)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, RootCAs: pool, ClientCAs: pool, MinVersion: tls.VersionTLS12}, nil
}
