package dev.heddle.shuffle.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.CacheFolder;
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
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * How the processes of a cluster prove that they belong to it, and encrypt what they send.
 * Immutable.
 *
 * <p>A security folder holds {@code token} (a secret text), and for TLS {@code ca.pem} (the
 * certificate of the cluster's authority) and {@code node.p12} (key and certificate of a process
 * that listens; its password is {@value #STORE_PASSWORD}, the folder's permissions protect it).
 * Clients need no {@code node.p12}. {@link SecurityFolder#generate} makes such a folder.
 *
 * <p>Without a folder, a scheduler that only this host reaches makes a token, which processes of
 * the same user find by themselves, by the scheduler's port.
 */
public final class Security {
  static final String STORE_PASSWORD = "heddle";

  private final Supplier<String> token;
  private final @Nullable SSLContext tls;
  private final boolean hasKey;

  private Security(Supplier<String> token, @Nullable SSLContext tls, boolean hasKey) {
    this.token = token;
    this.tls = tls;
    this.hasKey = hasKey;
  }

  /** Returns none: for loopback addresses only. */
  public static Security none() {
    return ofToken("");
  }

  /** Returns a token without TLS: for loopback addresses only. */
  public static Security ofToken(String token) {
    return new Security(() -> token, null, false);
  }

  /**
   * Returns what a scheduler is to be started with: the content of a folder or else, at a loopback
   * address, a new token for processes of this user.
   *
   * @param folder a security folder, if there is one
   * @param bind where the scheduler is going to listen
   * @throws HeddleException if the folder lacks a token or cannot be read
   */
  public static Security ofScheduler(@Nullable Path folder, InetSocketAddress bind) {
    return folder != null ? load(folder) : isHere(bind) ? fresh(tokens()) : none();
  }

  /**
   * Returns what processes and clients of a cluster need: the content of a folder or else, where
   * the scheduler has a loopback address, the token of the user's own cluster at that port.
   *
   * @param folder a security folder, if there is one
   * @param scheduler where the scheduler listens
   * @throws HeddleException if the folder lacks a token or cannot be read
   */
  public static Security ofMember(@Nullable Path folder, InetSocketAddress scheduler) {
    return folder != null
        ? load(folder)
        : isHere(scheduler) ? ofUser(tokens(), scheduler.getPort()) : none();
  }

  /** Returns the token that a scheduler at a port has put into a folder. */
  static Security ofUser(Path folder, int port) {
    return new Security(UserToken.of(folder, port), null, false);
  }

  /** Returns a new token that goes to a folder once a scheduler listens. */
  static Security fresh(Path folder) {
    return new Security(UserToken.fresh(folder), null, false);
  }

  private static boolean isHere(InetSocketAddress address) {
    return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
  }

  private static Path tokens() {
    return CacheFolder.path().resolve("clusters");
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
      return new Security(() -> token, context(authority, hasKey ? node : null), hasKey);
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
    return token.get();
  }

  /** Returns whether others have to know a token. */
  public boolean hasToken() {
    return token instanceof UserToken || !token.get().isEmpty();
  }

  /** Returns whether a text is the token, in a time that does not depend on where they differ. */
  public boolean admits(String presented) {
    String own = token.get();
    return (!own.isEmpty() || !hasToken())
        && MessageDigest.isEqual(own.getBytes(UTF_8), presented.getBytes(UTF_8));
  }

  /** Returns what somebody with another token can do. */
  String wayOut() {
    return token instanceof UserToken
        ? "it was started without a security folder and lets in its own user only, whose processes"
            + " on this host find the token (below HEDDLE_CACHE, else ~/.cache/heddle): be that"
            + " user, or start it with --security FOLDER and name that folder here too (--security,"
            + " ClusterOptions.withSecurity)"
        : "name the cluster's security folder (--security, ClusterOptions.withSecurity)";
  }

  /** Lets others find the token of a scheduler that listens from now on, if that is how they do. */
  void listens(InetSocketAddress address) {
    if (token instanceof UserToken own) {
      own.publish(address.getPort());
    }
  }

  /** Returns what encrypts connections, for a server of another protocol. */
  public Optional<SSLContext> tls() {
    return Optional.ofNullable(tls);
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
    if (!bind.getAddress().isLoopbackAddress() && (tls == null || !hasToken())) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot listen at "
              + bind.getHostString()
              + ", which others reach, without a token and TLS: name a security folder that has"
              + " both, or a loopback address such as 127.0.0.1");
    }
  }

  /** Puts TLS over a channel that this process has connected, where it is wanted. */
  Wire clientWire(SocketChannel channel) throws IOException {
    return wire(channel, true);
  }

  /** Puts TLS over a channel that was accepted, where it is wanted. */
  Wire serverWire(SocketChannel channel) throws IOException {
    return wire(channel, false);
  }

  private Wire wire(SocketChannel channel, boolean isClient) throws IOException {
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
