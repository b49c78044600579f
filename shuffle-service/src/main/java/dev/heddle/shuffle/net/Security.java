package dev.heddle.shuffle.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * How the processes of a cluster prove that they belong to it, and hide what they say. Immutable.
 *
 * <p>A security folder holds {@code token} (a secret text), and for TLS {@code ca.pem} (the
 * certificate of the cluster's authority) and {@code node.p12} (key and certificate of a process
 * that listens; its password is {@value #STORE_PASSWORD}, the folder's permissions protect it).
 * Clients need no {@code node.p12}. {@link SecurityFolder#generate} makes such a folder.
 */
public final class Security {
  static final String STORE_PASSWORD = "heddle";

  private final String token;
  private final @Nullable SSLContext tls;
  private final boolean hasKey;

  private Security(String token, @Nullable SSLContext tls, boolean hasKey) {
    this.token = token;
    this.tls = tls;
    this.hasKey = hasKey;
  }

  /** Returns none: for loopback addresses only. */
  public static Security none() {
    return new Security("", null, false);
  }

  /** Returns a token without TLS: for loopback addresses only. */
  public static Security ofToken(String token) {
    return new Security(token, null, false);
  }

  /**
   * Reads a security folder.
   *
   * @throws HeddleException if it lacks a token or cannot be read
   */
  public static Security load(Path folder) {
    try {
      String token = Files.readString(folder.resolve(SecurityFolder.TOKEN)).strip();
      if (token.isEmpty()) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT, folder.resolve(SecurityFolder.TOKEN) + " is empty");
      }
      Path authority = folder.resolve(SecurityFolder.AUTHORITY);
      if (!Files.exists(authority)) {
        return ofToken(token);
      }
      Path node = folder.resolve(SecurityFolder.NODE);
      boolean hasKey = Files.exists(node);
      return new Security(token, context(authority, hasKey ? node : null), hasKey);
    } catch (IOException | GeneralSecurityException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read the security folder " + folder + ": " + e + "; it needs token and ca.pem",
          e);
    }
  }

  private static SSLContext context(Path authority, @Nullable Path node)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(authority)) {
      int number = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("authority" + number++, each);
      }
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    KeyManager[] keys = {};
    if (node != null) {
      KeyStore own = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(node)) {
        own.load(in, STORE_PASSWORD.toCharArray());
      }
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(own, STORE_PASSWORD.toCharArray());
      keys = factory.getKeyManagers();
    }
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(keys, trust.getTrustManagers(), null);
    return context;
  }

  String token() {
    return token;
  }

  /** Compares in a time that does not depend on where texts differ. */
  boolean admits(String said) {
    return MessageDigest.isEqual(token.getBytes(UTF_8), said.getBytes(UTF_8));
  }

  /** Returns whether connections are encrypted. */
  public boolean isEncrypted() {
    return tls != null;
  }

  /**
   * Refuses to listen in the open without token and TLS.
   *
   * @throws HeddleException if others could reach the address and one of them is missing
   */
  public void checkBind(InetSocketAddress bind) {
    if (bind.isUnresolved()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot listen at " + bind.getHostString() + ": the host name is not known");
    }
    if (tls != null && !hasKey) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot listen at "
              + bind.getHostString()
              + ": the security folder has no node.p12 with this process's key");
    }
    if (!bind.getAddress().isLoopbackAddress() && (tls == null || token.isEmpty())) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot listen at "
              + bind.getHostString()
              + ", which others reach, without a token and TLS: name a security folder that has"
              + " both, or a loopback address such as 127.0.0.1");
    }
  }

  /** Puts TLS over a connected channel where it is wanted. */
  Wire wire(SocketChannel channel, boolean isClient) throws IOException {
    if (tls == null) {
      return new Wire.Plain(channel);
    }
    Socket raw = channel.socket();
    SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory()
                .createSocket(raw, raw.getInetAddress().getHostAddress(), raw.getPort(), true);
    socket.setUseClientMode(isClient);
    socket.startHandshake();
    return new Wire.Encrypted(channel, socket);
  }
}
