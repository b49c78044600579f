package dev.heddle.flight;

import dev.heddle.shuffle.net.Security;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.auth2.Auth2Constants;
import org.apache.arrow.flight.auth2.CallHeaderAuthenticator;
import org.jspecify.annotations.Nullable;

/**
 * Lets those in who know the token: {@code authorization: Bearer TOKEN} with each call, or Basic
 * with the token as the password of any user. The answer to Basic has the token as a bearer, with
 * which clients go on.
 */
record TokenCheck(Security security) implements CallHeaderAuthenticator {
  /** What clients who send a password get where none is needed. */
  private static final String NO_TOKEN = "none";

  @Override
  public AuthResult authenticate(CallHeaders headers) {
    String header = headers.get(Auth2Constants.AUTHORIZATION_HEADER);
    String bearer = after(Auth2Constants.BEARER_PREFIX, header);
    String basic = after(Auth2Constants.BASIC_PREFIX, header);
    String token = basic.isEmpty() ? bearer : password(basic);
    if (security.hasToken() && !security.admits(token)) {
      boolean isGiven = !basic.isEmpty() || !bearer.isEmpty();
      throw CallStatus.UNAUTHENTICATED
          .withDescription(
              "Cannot let this call in: "
                  + (isGiven ? "its token is not the server's" : "it brings no bearer token")
                  + "; send the server's with each call, as authorization: Bearer TOKEN, or as the"
                  + " password of any user")
          .toRuntimeException();
    }
    return basic.isEmpty() ? () -> "" : new Login(security.hasToken() ? token : NO_TOKEN);
  }

  /** What follows a scheme's name; nothing if the header is missing or has another scheme. */
  private static String after(String prefix, @Nullable String header) {
    return header != null && header.regionMatches(true, 0, prefix, 0, prefix.length())
        ? header.substring(prefix.length()).strip()
        : "";
  }

  private static String password(String basic) {
    try {
      String both = new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8);
      int colon = both.indexOf(':');
      return colon < 0 ? "" : both.substring(colon + 1);
    } catch (IllegalArgumentException e) {
      return ""; // no Base64
    }
  }

  /** One that has sent a password. */
  private record Login(String token) implements AuthResult {
    @Override
    public String getPeerIdentity() {
      return "";
    }

    @Override
    public void appendToOutgoingHeaders(CallHeaders headers) {
      headers.insert(Auth2Constants.AUTHORIZATION_HEADER, Auth2Constants.BEARER_PREFIX + token);
    }

    @Override
    public String toString() {
      return "Login"; // without the token
    }
  }
}
