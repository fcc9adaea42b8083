//! openai_chat.
